// What a computer has and a phone has not, as far as a program that answers needs it.

/** A program that is installed. */
export interface FoundProgram {
  readonly place: string;
  /** The PATH by which a script finds its interpreter. */
  readonly path: string;
}

/** A program to start. */
export interface Start {
  /** Its place and its arguments. */
  readonly command: readonly string[];
  /** What its environment has besides the user's own; undefined takes a variable away. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that it starts in. */
  readonly folder: string;
}

/** How a program ended. */
export interface ProgramEnd {
  /** Absent if it was killed, or could not be started. */
  readonly code?: number;
  /** The end of what it wrote to its standard error, or why it could not be started. */
  readonly errors: string;
}

/** All that a program wrote to its standard output, and how it ended. */
export interface Output extends Pick<ProgramEnd, "code"> {
  readonly lines: readonly string[];
}

/** A program that runs. */
export interface Running {
  /** Writes to its standard input. */
  write(text: string): void;
  /** Writes the rest of its standard input. */
  endInput(text: string): void;
  readonly ended: Promise<ProgramEnd>;
  /** Ends it, and what it started. */
  kill(): void;
}

/** A request to a server on this computer. */
export interface LocalRequest {
  readonly method: string;
  /** Without a query: `/mcp`. */
  readonly path: string;
  /** In lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Reads the body. Rejects if it is too long. */
  readonly body: () => Promise<string>;
  /** Aborted when the client leaves before it has the whole response. */
  readonly gone?: AbortSignal;
}

/** Its response; a body in pieces is sent as they come. */
export interface LocalResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<string>;
}

/** A server on this computer. */
export interface LocalServer {
  readonly port: number;
  close(): void;
}

/** A folder for one run. */
export interface OwnFolder {
  /** The empty folder in it that a program starts in. */
  readonly work: string;
  /** Writes a file that only this user can read; returns its place. */
  write(name: string, text: string): Promise<string>;
  /** Deletes the folder. Never rejects. */
  remove(): Promise<void>;
}

/** The computer. */
export interface Computer {
  readonly isWindows: boolean;
  /** Looks for a program where programs are installed, or at its absolute path. */
  find(name: string): Promise<FoundProgram | undefined>;
  /** Starts a program. `line` gets each line of its standard output. */
  start(start: Start, line: (line: string) => void): Running;
  /** What a program writes that soon ends; if it takes seconds, it is ended. */
  outputOf(start: Start): Promise<Output>;
  /** Serves at 127.0.0.1, on `port` or any that is free. Rejects if it is taken. */
  serve(answer: (request: LocalRequest) => Promise<LocalResponse>, port?: number): Promise<LocalServer>;
  folder(): Promise<OwnFolder>;
  /** A secret, in hexadecimal digits. */
  secret(): string;
}
