/** Owns how an address that a person wrote becomes one of the lane: with its own port in the place of the port's name. */
import { laneVariables } from '../lanes/lane-environment.ts'
import type { LaneRecord } from '../lanes/lane-record.ts'

export const addressIn = (record: LaneRecord, url: string): string => {
  const variables = laneVariables(record)
  return url.replace(/\$(\w+)/, (named, name: string) => variables[name] ?? named)
}

export const portOf = (url: string): number => Number(new URL(url).port || 80)
