/** `daemon`: how many plans are delivered at once without a person, and how trouble is waited out. */
import * as z from 'zod'

export const port = z.int().min(1).max(65_535)

export const daemonSection = z
  .strictObject({
    lanes: z.int().min(1).max(32).default(1).describe('How many runs work at once.'),
    tickSec: z
      .number()
      .min(0.05)
      .max(3600)
      .default(30)
      .describe('How often the repository is looked at if nothing else happens.'),
    rateLimitBackoffMs: z
      .int()
      .min(1)
      .max(86_400_000)
      .default(900_000)
      .describe('How long a run rests that is still rate limited after its own waits.'),
    maxRateLimitRetries: z
      .int()
      .min(0)
      .max(100)
      .default(3)
      .describe('How often it is tried again after that.'),
    maxRestarts: z
      .int()
      .min(0)
      .max(100)
      .default(8)
      .describe('How often a run is resumed that stopped because a forge or provider was out of reach.'),
    port: port.default(4500).describe('The port of the control server on 127.0.0.1.'),
  })
  .prefault({})
  .describe('harness daemon: unattended delivery of all plans.')

export type DaemonConfig = ReturnType<typeof resolveDaemon>

export const resolveDaemon = ({ tickSec, ...section }: z.output<typeof daemonSection>) => ({
  ...section,
  tickMs: Math.round(tickSec * 1000),
})
