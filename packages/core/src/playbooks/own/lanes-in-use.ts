/** Finds the lanes that a resumed run of an own playbook needs. A lane that is being opened or closed is left to that command. */
import type { OwnLane, OwnState } from './state.ts'

export const lanesInUse = ({ lanes, inFlight }: OwnState): readonly OwnLane[] =>
  Object.values(lanes).filter(
    ({ lane, closed }) =>
      closed === undefined &&
      !inFlight.some(
        (command) => (command.type === 'OpenLane' || command.type === 'CloseLane') && command.lane === lane,
      ),
  )
