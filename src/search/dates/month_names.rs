//! The names of the months.

use crate::unicode::fold_case;

/// Names and short forms of each month, folded: English, German, French, Spanish, Italian, Portuguese, Dutch, the
/// Scandinavian languages, Russian, Polish, Turkish.
const NAMES: [&str; 12] = [
    "january jan januar jänner janvier enero gennaio janeiro januari января январь stycznia styczeń ocak",
    "february feb februar février fevrier febrero febbraio fevereiro februari февраля февраль lutego luty şubat",
    "march mar märz maerz mrz mars marzo março maart марта март marca marzec mart",
    "april apr avril abril aprile апреля апрель kwietnia kwiecień nisan",
    "may mai mayo maggio maio mei maj мая май maja mayıs",
    "june jun juni juin junio giugno junho июня июнь czerwca czerwiec haziran",
    "july jul juli juillet julio luglio julho июля июль lipca lipiec temmuz",
    "august aug août aout agosto augustus augusti августа август sierpnia sierpień ağustos",
    "september sep sept septembre septiembre settembre setembro сентября сентябрь września wrzesień eylül",
    "october oct oktober okt octobre octubre ottobre outubro oktober октября октябрь października październik ekim",
    "november nov novembre noviembre novembro ноября ноябрь listopada listopad kasım",
    "december dec dezember dez décembre decembre diciembre dicembre dezembro desember декабря декабрь grudnia grudzień aralık",
];

/// The month, 1 to 12, that `word` is a name of.
pub(super) fn month(word: &str) -> Option<i64> {
    let word = fold_case(word);
    (1..).zip(NAMES).find_map(|(month, names)| names.split(' ').any(|name| name == word).then_some(month))
}
