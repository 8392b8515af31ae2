/**
 * The first port of the lanes of this process's tests. A port is free until somebody listens, so that tests of several
 * processes that look for one from the same number on find the same, and the second server cannot begin.
 */
export const ownPorts = 12_000 + (process.pid % 400) * 50
