/** `agent.acp`: the agent behind the provider acp, by its command line. */

import type { AcpAgent } from '@harness/core/kernel/acp-agent'
import * as z from 'zod'
import { envName, line } from './words.ts'

const host = z
  .string()
  .max(300)
  .regex(
    /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\d{1,5})?$/,
    'a host, such as api.openai.com or localhost:8080',
  )

const belowHome = z
  .string()
  .max(1000)
  .regex(
    /^~\/(?!.*(?:^|\/)\.\.?(?:\/|$))[^/].*[^/]$/,
    'a path below the home directory, such as ~/.codex/auth.json',
  )

const modeName = line.max(200)

export const acpSection = z
  .strictObject({
    command: z
      .array(line)
      .min(1)
      .max(100)
      .describe('The program of an agent that speaks the Agent Client Protocol, and its arguments.'),
    env: z
      .array(envName)
      .default([])
      .describe('Environment variables that only this program gets, such as its key.'),
    hosts: z.array(host).default([]).describe('Hosts that the program must reach from its cell.'),
    files: z
      .array(belowHome)
      .default([])
      .describe('Its log-in and its settings. In a cell it works on copies.'),
    sessions: z
      .array(belowHome)
      .default([])
      .describe('Folders in which it keeps sessions. A cell keeps them between the turns of a run.'),
    auth: modeName.optional().describe('The method to log in with, if the agent asks for one.'),
    modes: z
      .strictObject({ exec: modeName.optional(), review: modeName.optional(), complete: modeName.optional() })
      .prefault({})
      .describe('The session mode of the agent for each kind of work.'),
  })
  .optional()
  .describe('The agent of the provider acp.')

export const resolveAcp = (section: z.output<typeof acpSection>): AcpAgent | null =>
  section === undefined
    ? null
    : {
        ...section,
        command: [section.command[0] ?? '', ...section.command.slice(1)],
        auth: section.auth ?? null,
        modes: Object.fromEntries(Object.entries(section.modes).filter(([, mode]) => mode !== undefined)),
      }
