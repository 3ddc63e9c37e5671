import type { JsonObject, JsonValue } from '../json/value.ts';
import type { Result } from '../result.ts';

/** How a server is started, after the bundle's words were resolved to files on this machine. No shell is ever used. */
export interface ServerCommand {
  readonly server: string;
  /** The installed package's version; null where the program is no package's. */
  readonly version: string | null;
  readonly command: string;
  readonly arguments: readonly string[];
  readonly directory: string;
  /** Whatever the server sees of the environment; nothing else is passed on. */
  readonly environment: Readonly<Record<string, string>>;
}

/** How a server over HTTPS is reached, after the bundle's words were resolved to secrets of this job. */
export interface ServerAddress {
  readonly server: string;
  readonly version: null;
  readonly url: string;
  /** Sent to this server alone; null: none. */
  readonly bearer: string | null;
  /** IP addresses that may be connected to although they are not public. */
  readonly addresses: readonly string[];
}

/** How a server is come by. */
export type ServerLaunch = ServerCommand | ServerAddress;

/** One tool as a server advertises it. Everything but the name is untrusted text. */
export interface OfferedTool {
  readonly name: string;
  /** Name, description, schemas and annotations, as given: what the descriptor digest is taken from. */
  readonly descriptor: JsonObject;
  /** The server's own word that the tool only reads, unless it says too that it destroys. Necessary, never sufficient. */
  readonly readOnly: boolean;
}

/** A tool's whole answer, before anything is cut: `JSON.stringify({content, structuredContent})`, and its text. */
export interface ToolAnswer {
  /** What is digested, in pieces that no character is split by: a large answer is never written out as a whole. */
  readonly output: () => Iterable<string>;
  /** Whether `text` is all that the answer holds. */
  readonly isText: boolean;
  /** Text blocks joined by a line feed, or the JSON of structured content where there is no text. */
  readonly text: string;
  readonly hasBinary: boolean;
  readonly structured: JsonValue | null;
  readonly isError: boolean;
  /** Who wrote what was read, by the server's own word: numeric ids, or that it does not say. Believed of our own servers alone. */
  readonly authors: 'unknown' | readonly string[];
}

/** Why a server could not be started or asked. */
export interface ServerFault {
  readonly code: 'server_unavailable';
  readonly server: string;
  /** What happened, in our own words: `did not start`, `did not answer within 20 s`, … */
  readonly what: string;
  /** The end of its stderr: at most 2,000 characters, made visible, for the log only. */
  readonly stderr: string;
}

/** What a server wrote where it should not have. */
export interface ServerNoise {
  readonly stdoutLines: number;
  readonly stderrBytes: number;
}

/** One MCP server that was started or reached, until it is stopped. */
export interface EvidenceServer {
  readonly server: string;
  /** Asks afresh at each call: a cached list would hide a change. Bounded to 8 pages. */
  tools(): Promise<Result<readonly OfferedTool[], ServerFault>>;
  call(tool: string, input: JsonObject, signal: AbortSignal): Promise<Result<ToolAnswer, ServerFault>>;
  /** Ends the server and everything it started. Resolves within about 5 s, never rejects. */
  stop(): Promise<ServerNoise>;
}

/** Starts MCP servers, and reaches those that run elsewhere. */
export interface EvidenceServers {
  start(launch: ServerLaunch, signal: AbortSignal): Promise<Result<EvidenceServer, ServerFault>>;
}
