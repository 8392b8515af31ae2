/** `devServer`: how the product is started so that it can be looked at in a browser. */
import * as z from 'zod'
import type { DevServerConfig } from './harness-config.ts'
import { line } from './words.ts'

/** This machine only: the harness opens the address in a browser, whatever the change under review made of the product. */
export const loopbackUrl = z
  .string()
  .max(1000)
  .regex(
    /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::(?:[1-9]\d{0,4}|\$HARNESS_LANE_PORT|\$HARNESS_PORT_\d{1,3}))?(?:\/[^\s?#\\$]*)?$/,
    'an address on this machine, such as "http://localhost:5173" or "http://localhost:$HARNESS_LANE_PORT"',
  )

const route = z
  .string()
  .max(1000)
  .regex(/^\/(?![/\\])[^\s\\]*$/, 'a path below the address, such as "/" or "/settings"')

export const devServerSection = z
  .strictObject({
    command: line.describe(
      'The shell command, run in the lane. It must stay in the foreground; it sees HARNESS_LANE_PORT and HARNESS_PORT_0 and so on.',
    ),
    url: loopbackUrl.describe('Its address; the port may be $HARNESS_LANE_PORT or $HARNESS_PORT_<n>.'),
    readyTimeoutSec: z
      .number()
      .positive()
      .max(3600)
      .default(60)
      .describe('How long it may take until it answers.'),
    routes: z
      .array(route)
      .min(1)
      .max(20)
      .default(['/'])
      .describe('The pages that the reviewer of the user interface is shown.'),
  })
  .optional()
  .describe('How to start the product, so that it is looked at in a browser.')

export const resolveDevServer = (section: z.output<typeof devServerSection>): DevServerConfig | null =>
  section === undefined
    ? null
    : {
        run: section.command,
        url: section.url,
        readyMs: Math.round(section.readyTimeoutSec * 1000),
        routes: section.routes,
      }
