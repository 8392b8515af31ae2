/** What the adapters of lanes and checks may touch. */
import type { LanesConfig } from '@harness/formats/config/harness-config'
import type { FailurePorts } from '../expected-failure.ts'

export interface LanePorts extends FailurePorts {
  /** The top folder of the user's checkout. */
  readonly repoRoot: string
  /** Absolute. */
  readonly stateDir: string
  /** Where the run keeps what it set aside; absolute. */
  readonly runDir: string
  readonly lanes: LanesConfig
  /** The environment the harness was started in; only what the allow-list names is passed on. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** By which a killed harness's processes are found again. */
  readonly processTag: string
}
