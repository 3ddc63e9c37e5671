import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from compiling WebAssembly a second time, optimised. Node's HTTP client has its parser in it: from
 * the second request on that would hold 10 MB more for good, and 25 MB for a moment, to save microseconds a
 * request. Takes effect on what is first used afterwards, so it comes before the first request.
 */
export function leaveWasmUnoptimized(): void {
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}
