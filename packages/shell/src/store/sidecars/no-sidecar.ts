import { followsState, type OwnSidecar } from './run-sidecars.ts'

/** For runs of which nothing but their documents tells others. */
export const noSidecar: OwnSidecar<unknown> = followsState(async () => {})
