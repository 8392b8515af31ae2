/** Owns what a waiver is: a finding that a person let stand, with who and why. */
import { describeFinding, type Finding } from './finding.ts'
import { isoTime } from './iso-time.ts'

export interface Waiver {
  /** The finding as the person saw it. */
  readonly finding: Finding
  readonly by: string
  readonly at: number
  readonly why: string
}

export const describeWaiver = ({ finding, by, at, why }: Waiver): string =>
  `${describeFinding(finding)}\n  Let stand by ${by} at ${isoTime(at)}: ${why.trim().replaceAll('\n', '\n  ')}`

export const describeWaivers = (waivers: readonly Waiver[]): string => waivers.map(describeWaiver).join('\n')
