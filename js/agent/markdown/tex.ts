// Decides which TeX of a model may be rendered. MathJax copies arguments of some commands into styles and links, and
// renders in the live document: a style that loads an image would load it before anything can be checked. So only
// commands and environments that draw are allowed. tests/hostile/tex-commands.test.ts checks against MathJax that no
// argument makes them do more. Anything else is not rendered, definitions of commands in particular.
// Where a formula begins and ends depends on the Markdown parser. So `hasForbiddenTex` and `breakTex` consider every
// backslash; `mapFormulas` looks for formulas only to make unrendered ones readable.
import { maskedCode } from "./code.ts";

/** Allowed commands: letters and symbols first, then those that take arguments or change what follows. */
const COMMANDS = new Set(
  (
    "aleph alpha And angle backprime Bbbk beta beth bigstar blacklozenge blacksquare blacktriangle blacktriangledown bot " +
    "Box checkmark chi circledR circledS clubsuit complement daleth Delta delta diagdown diagup Diamond diamondsuit " +
    "digamma ell emptyset epsilon eta eth exists Finv flat forall Game Gamma gamma gimel hbar heartsuit hslash Im imath " +
    "infty iota jmath kappa Lambda lambda lnot lozenge maltese measuredangle mho mu nabla natural neg nexists nu Omega " +
    "omega omicron partial Phi phi Pi pi prime Psi psi Re rho S sharp Sigma sigma spadesuit sphericalangle square tau " +
    "Theta theta top triangle triangledown upalpha upbeta upchi Updelta updelta upepsilon upeta Upgamma upgamma upiota " +
    "upkappa Uplambda uplambda upmu upnu Upomega upomega upomicron Upphi upphi Uppi uppi Uppsi uppsi uprho Upsigma " +
    "upsigma Upsilon upsilon uptau Uptheta uptheta Upupsilon upupsilon upvarepsilon upvarphi upvarpi upvarrho upvarsigma " +
    "upvartheta Upxi upxi upzeta varDelta varepsilon varGamma varkappa varLambda varnothing varOmega varPhi varphi varPi " +
    "varpi varPsi varrho varSigma varsigma varTheta vartheta varUpsilon varXi wp Xi xi yen zeta amalg approx approxeq " +
    "Arrowvert arrowvert ast asymp backepsilon backsim backsimeq backslash barwedge because between bigcap bigcirc " +
    "bigcup bigodot bigoplus bigotimes bigsqcup bigtriangledown bigtriangleup biguplus bigvee bigwedge blacktriangleleft " +
    "blacktriangleright bowtie boxdot boxminus boxplus boxtimes bracevert bullet Bumpeq bumpeq Cap cap cdot cdotp cdots " +
    "centerdot circ circeq circlearrowleft circlearrowright circledast circledcirc circleddash colon cong coprod Cup cup " +
    "curlyeqprec curlyeqsucc curlyvee curlywedge curvearrowleft curvearrowright dagger dashleftarrow dashrightarrow " +
    "dashv ddagger ddots diamond div divideontimes Doteq doteq doteqdot dotplus dotsb dotsc dotsi dotsm dotso " +
    "doublebarwedge doublecap doublecup Downarrow downarrow downdownarrows downharpoonleft downharpoonright eqcirc eqsim " +
    "eqslantgtr eqslantless equiv fallingdotseq frown ge geq geqq geqslant gets gg ggg gggtr gnapprox gneq gneqq gnsim " +
    "gt gtrapprox gtrdot gtreqless gtreqqless gtrless gtrsim gvertneqq hookleftarrow hookrightarrow iiiint iiint iint in " +
    "int intercal intop Join land langle lbrace lbrack lceil ldotp ldots le leadsto Leftarrow leftarrow leftarrowtail " +
    "leftharpoondown leftharpoonup leftleftarrows Leftrightarrow leftrightarrow leftrightarrows leftrightharpoons " +
    "leftrightsquigarrow leftthreetimes leq leqq leqslant lessapprox lessdot lesseqgtr lesseqqgtr lessgtr lesssim lfloor " +
    "lgroup lhd ll llcorner Lleftarrow lll llless lmoustache lnapprox lneq lneqq lnsim Longleftarrow longleftarrow " +
    "Longleftrightarrow longleftrightarrow longmapsto Longrightarrow longrightarrow looparrowleft looparrowright lor " +
    "lparen lrcorner Lsh lt ltimes lVert lvert lvertneqq mapsto mid models mp multimap ncong ne nearrow neq ngeq ngeqq " +
    "ngeqslant ngtr ni nLeftarrow nleftarrow nLeftrightarrow nleftrightarrow nleq nleqq nleqslant nless nmid notin " +
    "nparallel nprec npreceq nRightarrow nrightarrow nshortmid nshortparallel nsim nsubseteq nsubseteqq nsucc nsucceq " +
    "nsupseteq nsupseteqq ntriangleleft ntrianglelefteq ntriangleright ntrianglerighteq nVDash nVdash nvDash nvdash " +
    "nwarrow odot oint ominus oplus oslash otimes parallel perp pitchfork pm prec precapprox preccurlyeq preceq " +
    "precnapprox precneqq precnsim precsim prod propto rangle rbrace rbrack rceil restriction rfloor rgroup rhd " +
    "Rightarrow rightarrow rightarrowtail rightharpoondown rightharpoonup rightleftarrows rightleftharpoons " +
    "rightrightarrows rightsquigarrow rightthreetimes risingdotseq rmoustache rparen Rrightarrow Rsh rtimes rVert rvert " +
    "searrow setminus shortmid shortparallel sim simeq smallfrown smallint smallsetminus smallsmile smile sqcap sqcup " +
    "sqsubset sqsubseteq sqsupset sqsupseteq star Subset subset subseteq subseteqq subsetneq subsetneqq succ succapprox " +
    "succcurlyeq succeq succnapprox succneqq succnsim succsim sum Supset supset supseteq supseteqq supsetneq supsetneqq " +
    "surd swarrow therefore thickapprox thicksim times to triangleleft trianglelefteq triangleq triangleright " +
    "trianglerighteq twoheadleftarrow twoheadrightarrow ulcorner unlhd unrhd Uparrow uparrow Updownarrow updownarrow " +
    "upharpoonleft upharpoonright uplus upuparrows urcorner varpropto varsubsetneq varsubsetneqq varsupsetneq " +
    "varsupsetneqq vartriangle vartriangleleft vartriangleright Vdash vDash vdash vdots vee veebar Vert vert Vvdash " +
    "wedge wr " +
    "above abovewithdelims Aboxed acute adjustlimits arccos arcsin arctan arg array atop atopwithdelims bar Bbb bbFont " +
    "bf Big big Bigg bigg Biggl biggl Biggm biggm Biggr biggr Bigl bigl Bigm bigm Bigr bigr bigtimes binom bmod " +
    "boldsymbol boxed Bra bra brace brack Braket braket breve buildrel cal cancelto cases ce celsius centernot " +
    "centerOver cfrac check choose clap Colonapprox colonapprox Coloneq coloneq Coloneqq coloneqq Colonsim colonsim cos " +
    "cosh cot coth cr cramped crampedclap crampedllap crampedrlap crampedsubstack csc dbinom dblcolon ddddot dddot ddot " +
    "deg degree det dfrac dim displaylines displaystyle dot dots emph enspace eqalign eqalignno Eqcolon eqcolon Eqqcolon " +
    "eqqcolon exp fbox frac frak gcd grave hat hbox hdashline hfil hfill hfilll hline hom hphantom " +
    "hskip hspace Huge huge idotsint iff impliedby implies inf injlim it ker kern Ket ket Ketbra ketbra LARGE Large " +
    "large LaTeX left leftroot leqalignno lg lim liminf limits limsup llap ln log longleftrightarrows " +
    "longLeftrightharpoons longRightleftharpoons longrightleftharpoons lower mathbb mathbf mathbfcal mathbffrak mathbfit " +
    "mathbfscr mathbfsf mathbfsfit mathbfsfup mathbfup mathbin mathcal mathchoice mathclap mathclose mathfrak mathinner " +
    "mathit mathllap mathmbox mathnormal mathop mathopen mathord mathpunct mathrel mathring mathrlap mathrm " +
    "mathscr mathsf mathsfit mathsfup mathstrut mathtt mathup matrix max mbox micro middle min mit mkern mod MoveEqLeft " +
    "moveleft moveright mskip mspace ndownarrow negmedspace negthickspace negthinspace newline nobreakspace nolimits " +
    "nonscript nonumber normalsize not notag nuparrow ohm oldstyle operatorname over overbrace overleftarrow " +
    "overleftrightarrow overline overparen overrightarrow overset overunderset overwithdelims perthousand phantom " +
    "pmatrix pmb pmod pod Pr prescript projlim pu qquad quad raise right rlap rm root Rule rule scr scriptscriptstyle " +
    "scriptsize scriptstyle sec Set set sf shoveleft shoveright sideset sin sinh skew small smash Space space splitdfrac " +
    "splitfrac sqrt stackbin stackrel strut substack sup symbb symbf symbfcal symbffrak symbfit symbfscr symbfsf " +
    "symbfsfit symbfsfup symbfup symcal symfrak symit symnormal symrm symscr symsf symsfit symsfup symtt symup tag tan " +
    "tanh tbinom TeX text textasciicircum textasciitilde textbackslash textbar textbf textbraceleft textbraceright " +
    "textbullet textcelsius textcent textclap textcopyright textdagger textdaggerdbl textdegree textdiv textdownarrow " +
    "textellipsis textemdash textendash texteuro textgreater textit textleftarrow textless textllap textlnot textminus " +
    "textmu textnormal textnumero textohm textonehalf textonequarter textparagraph textperthousand textpm " +
    "textquotedblleft textquotedblright textquoteleft textquoteright textregistered textrightarrow textrlap textrm " +
    "textsection textsf textsterling textstyle textthreequarters texttimes texttrademark texttt textunderscore textup " +
    "textuparrow textyen tfrac thinspace tilde Tiny tiny tripledash tt u underbrace underleftarrow " +
    "underleftrightarrow underline underparen underrightarrow underset uproot v varinjlim varliminf varlimsup varprojlim " +
    "vcenter vec vphantom widehat widetilde xhookleftarrow xhookrightarrow xLeftarrow xleftarrow " +
    "xleftharpoondown xleftharpoonup xLeftrightarrow xleftrightarrow xLeftrightharpoons xleftrightharpoons xlongequal " +
    "xmapsto xRightarrow xrightarrow xrightharpoondown xrightharpoonup xRightleftharpoons xrightleftharpoons xtofrom " +
    "xtwoheadleftarrow xtwoheadrightarrow"
  ).split(" "),
);

const ENVIRONMENTS = new Set(
  (
    "align align* alignat alignat* aligned alignedat array bmatrix bmatrix* Bmatrix Bmatrix* bsmallmatrix bsmallmatrix* " +
    "Bsmallmatrix Bsmallmatrix* cases cases* CD crampedsubarray dcases dcases* drcases drcases* eqnarray eqnarray* " +
    "equation equation* flalign flalign* gather gather* gathered lgathered matrix matrix* multline multline* multlined " +
    "numcases pmatrix pmatrix* psmallmatrix psmallmatrix* rcases rcases* rgathered smallmatrix smallmatrix* split " +
    "spreadlines subarray subnumcases vmatrix vmatrix* Vmatrix Vmatrix* vsmallmatrix vsmallmatrix* Vsmallmatrix " +
    "Vsmallmatrix* xalignat xalignat* xxalignat"
  ).split(" "),
);

/**
 * A backslash with what it belongs to: an environment and its name, a color that is a word or a number, a command
 * without options, any other command, or one character. `\\` is one of these, so `b` in `a\\b` is not a command.
 */
const COMMAND =
  /\\(?:(?:begin|end)\{([a-zA-Z]+\*?)\}|(?:text)?color\{(?:[a-z]+|#[\da-fA-F]{3,8})\}|(?:[bx]?cancel|(?:over|under)bracket)(?=\{)|([a-zA-Z]+|[^\n -~])|[\n -~])?/g;

const isAllowed = (environment?: string, command?: string): boolean =>
  (environment === undefined || ENVIRONMENTS.has(environment)) && (command === undefined || COMMANDS.has(command));

const isForbidden = (tex: string): boolean =>
  [...tex.matchAll(COMMAND)].some(([, environment, command]) => !isAllowed(environment, command));

/** Whether any reading of the Markdown has a formula with a forbidden command. */
export function hasForbiddenTex(markdown: string): boolean {
  // From the first possible start of a formula to the last possible end.
  const start = markdown.search(/\$|\\[([]|\\begin/);
  if (start < 0) return false;
  const ends = ["$", "\\)", "\\]", "\\end"].map((sign) => markdown.lastIndexOf(sign));
  // An unclosed `$$` formula extends to the end.
  return isForbidden(markdown.slice(start, markdown.includes("$$") ? undefined : Math.max(start, ...ends)));
}

/** Inserts `mark` after the backslash of each forbidden command, in a formula or not. */
export const breakTex = (markdown: string, mark: string): string =>
  markdown.replace(COMMAND, (whole: string, environment?: string, command?: string) =>
    isAllowed(environment, command) ? whole : `\\${mark}${whole.slice(1)}`,
  );

/** A formula, as the app finds it, or an escaped character. */
export const FORMULA =
  /\\[^]|\$\$(?:\\[^]|[^\\$]|\$(?!\$))+\$\$|\$(?=[^\s$])(?:\\[^]|[^\\$\n]|\n(?![ \t>]*(?:\n|$)))*?(?:\\[^]|[^\s\\$])\$(?!\d)/g;

/** Applies `allowed` to each formula; a forbidden formula becomes code. */
export function mapFormulas(markdown: string, allowed: (formula: string) => string): string {
  if (!markdown.includes("$")) return markdown;
  let result = "";
  let last = 0;
  for (const { 0: found, index } of maskedCode(markdown).matchAll(FORMULA)) {
    if (!found.startsWith("$")) continue;
    const formula = markdown.slice(index, index + found.length);
    result += markdown.slice(last, index) + (isForbidden(formula) ? asCode(formula) : allowed(formula));
    last = index + found.length;
  }
  return result + markdown.slice(last);
}

/** Each line becomes its own code span, so that it stays in its blockquote or list. */
function asCode(formula: string): string {
  const lines = formula.split("\n").map((line) => {
    const before = /^[ \t>]*/.exec(line)?.[0] ?? "";
    const source = line.slice(before.length).trimEnd();
    if (source === "") return line;
    const longest = Math.max(0, ...(source.match(/`+/g) ?? []).map((run) => run.length));
    const ticks = "`".repeat(longest + 1);
    const space = /^`|`$/.test(source) ? " " : "";
    return before + ticks + space + source + space + ticks;
  });
  return lines.join("\n");
}
