import { stopTimes, type StopTimes } from './child.ts';

/** Bounds on what a server may take, in milliseconds and bytes. */
export interface ClientLimits {
  /** From the start of the process, or the question for its address, to the end of the handshake. */
  readonly startMs: number;
  /** Between two signs of progress of a call, and for a list. */
  readonly quietMs: number;
  /** For a call, whatever progress it reports. */
  readonly callMs: number;
  /** Of one message over stdio, and of one response over HTTP. */
  readonly messageBytes: number;
  readonly pages: number;
  readonly stop: StopTimes;
  /** For the question which protocol a server over HTTP speaks. */
  readonly probeMs: number;
}

export const clientLimits: ClientLimits = {
  startMs: 20_000,
  quietMs: 20_000,
  callMs: 60_000,
  // A tool's output of 10 MB is to be digested whole; in JSON it can take half as much again.
  messageBytes: 16_777_216,
  pages: 8,
  stop: stopTimes,
  probeMs: 5000,
};
