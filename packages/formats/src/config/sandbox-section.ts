/** `sandbox`: how programs that run agent-written code are confined. */
import * as z from 'zod'
import type { SandboxConfig } from './harness-config.ts'

const mode = z
  .enum(['auto', 'required', 'off'])
  .describe(
    'auto: confined if a sandbox works here. required: no run starts without one. off: never confined.',
  )

const network = z.enum(['loopback', 'host-loopback', 'registries', 'all'])

const place = z
  .string()
  .max(4096)
  .regex(/^(?:\/|~$|~\/)[^\r\n]*$/, 'a path that starts with / or ~')

const host = z
  .string()
  .max(300)
  .regex(
    /^(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?$/,
    'a host, such as npm.example.org',
  )

const settings = z.strictObject({
  mode: mode.default('auto'),
  read: z
    .array(place)
    .max(100)
    .default([])
    .describe('Paths that confined programs may read, beside their lane.'),
  write: z
    .array(place)
    .max(100)
    .default([])
    .describe('Paths that confined programs may write, beside their lane.'),
  network: z
    .strictObject({
      checks: network
        .default('loopback')
        .describe('For checks, end-to-end tests, dev servers and smoke tests.'),
      setup: network.default('registries').describe('For lanes.setup and lanes.teardown.'),
      agents: network.default('loopback').describe('For the commands that agents run.'),
    })
    .prefault({})
    .describe(
      'loopback: only itself. host-loopback: this machine, too. registries: package registries. all: everything.',
    ),
  registries: z
    .array(host)
    .max(200)
    .default([])
    .describe('Hosts that count as package registries, beside the well-known ones.'),
})

export const sandboxSection = z
  .union([mode, settings])
  .default('auto')
  .describe('How programs that run agent-written code are confined.')

export function resolveSandbox(section: z.output<typeof sandboxSection>): SandboxConfig {
  return typeof section === 'string' ? settings.parse({ mode: section }) : section
}
