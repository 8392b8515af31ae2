/**
 * Owns the notices of a repository on disk: one file for each, by the hash of its key, so that none is told twice and none
 * that could not be sent is lost with its process.
 */
import { createHash } from 'node:crypto'
import { link, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Notice } from '@harness/core/work/notices'
import { readJsonFile, replaceJsonFile } from '../../../machine/disk/json-file.ts'

export type NoticeChannel = 'run' | 'webhook'

export interface Posting {
  readonly channel: NoticeChannel
  readonly state: 'waits' | 'sent' | 'given-up'
  readonly attempts: number
  readonly nextAt: number
  readonly problem: string | null
}

export interface PostedNotice {
  readonly id: string
  readonly notice: Notice
  /** The process that sends it. */
  readonly pid: number
  readonly postings: readonly Posting[]
}

export interface Outbox {
  /** Null if the notice is known already. Durable when it resolves. */
  post(notice: Notice, channels: readonly NoticeChannel[]): Promise<PostedNotice | null>
  keep(posted: PostedNotice): Promise<void>
  /** What other processes left unsent. */
  left(now: number): Promise<readonly PostedNotice[]>
}

const keptForMs = 30 * 86_400_000

export const noticeId = ({ key }: Notice): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 32)

export function openOutbox(stateDir: string): Outbox {
  const folder = join(stateDir, 'notices')
  const pathOf = (id: string): string => join(folder, `${id}.json`)
  return {
    async post(notice, channels) {
      const id = noticeId(notice)
      const posting = { state: 'waits', attempts: 0, nextAt: notice.at, problem: null } as const
      const posted = {
        id,
        notice,
        pid: process.pid,
        postings: channels.map((channel) => ({ channel, ...posting })),
      }
      await mkdir(folder, { recursive: true })
      const fresh = `${pathOf(id)}.${process.pid}`
      await writeFile(fresh, `${JSON.stringify(posted)}\n`, { flush: true })
      try {
        await link(fresh, pathOf(id))
        return posted
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null
        throw error
      } finally {
        await rm(fresh, { force: true })
      }
    },
    keep: (posted) => replaceJsonFile(pathOf(posted.id), posted),
    async left(now) {
      const names = await readdir(folder).catch(() => [])
      const left: PostedNotice[] = []
      for (const name of names) {
        if (!name.endsWith('.json')) continue
        const posted = readJsonFile<PostedNotice>(join(folder, name))
        if (posted === null) continue
        const waits = posted.postings.some(({ state }) => state === 'waits')
        if (waits && !isAlive(posted.pid)) left.push(posted)
        else if (!waits && posted.notice.at < now - keptForMs) await rm(join(folder, name), { force: true })
      }
      return left
    },
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
