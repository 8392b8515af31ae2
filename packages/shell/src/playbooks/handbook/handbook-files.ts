/** Owns the names of the files that a handbook's run keeps in the top folder of the repository, as its source has them. */

import { stateFile } from '@harness/core/playbooks/handbook/handbook-document'

export const overrunsFile = '.impeccable-overruns.jsonl'
export const patternsFile = '.impeccable-patterns.jsonl'
export const haltFile = '.impeccable-halt.md'
export const shipReportFile = '.impeccable-shipreport.md'
export const calibrationFile = '.impeccable-calibration.md'

export const sidecarFiles: readonly string[] = [
  stateFile,
  overrunsFile,
  patternsFile,
  haltFile,
  shipReportFile,
  calibrationFile,
]
