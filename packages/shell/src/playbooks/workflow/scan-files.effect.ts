/** Owns the record of ScanFiles. It only reads. */
import type { ScanFiles } from '@harness/core/effects/scan-files'
import { again, type Effect } from '../../effects/effect.ts'
import { commandFailed } from '../../effects/failure-endings.ts'
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'
import { scanFiles } from './scan-files.ts'

export const scanFilesEffect: Effect<ScanFiles, LanePorts> = {
  type: 'ScanFiles',
  perform: scanFiles,
  outcomes: {
    FilesScanned: { line: () => null, log: ({ count }) => `${count} marks`, replay: again },
    CommandFailed: commandFailed,
  },
}
