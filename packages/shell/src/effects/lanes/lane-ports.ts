/** What the adapters of lanes and checks may touch. */
import type { LanesConfig } from '@harness/formats/config/harness-config'
import type { Identity } from '../../machine/git/identity.ts'
import type { ValueStage } from '../../machine/redaction/redact-patch.ts'
import type { FailurePorts } from '../failure/expected-failure.ts'
import type { BaseSource } from './base-source.ts'
import type { RunSandbox } from './lane-cell.ts'

export interface LanePorts extends FailurePorts {
  /** The top folder of the user's checkout. */
  readonly repoRoot: string
  /** Absolute. */
  readonly stateDir: string
  /** In whose name it commits; absent if git names the person. */
  readonly identity?: Identity | undefined
  /** The folder of what the run set aside; absolute. */
  readonly runDir: string
  /** Hides known secret values in what is set aside. */
  readonly values: ValueStage
  readonly lanes: LanesConfig
  /** Confines everything that may run what an agent wrote. */
  readonly sandbox: RunSandbox
  /** The environment the harness was started in; only what the allow-list names is passed on. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The source of the base branch; absent if it is a branch of this repository. */
  readonly base?: BaseSource
  /** By which a killed harness's processes are found again. */
  readonly processTag: string
}
