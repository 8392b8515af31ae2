/** Owns what a fixer reads about a job of the forge that failed. */
import type { CiJob } from '../effects/await-ci.ts'

export const hasFailed = ({ state }: CiJob): boolean => state === 'failed'

export const describeFailedJob = ({ summary, annotations = [], unread = '', url }: CiJob): string =>
  [summary, ...annotations, unread, url].filter((text) => text !== '').join('\n')
