/** Owns what `harness daemon` can do. */
export const daemonActions = [
  'start',
  'stop',
  'status',
  'pause',
  'resume',
  'drain',
  'freeze',
  'unfreeze',
  'unblock',
  'queue',
  'unqueue',
  'logs',
] as const
