/** Describes `harness site-reverse`. */
import type { CommandSpec } from '../../line/command.ts'
import { headlessOption, providerOption, trustOption, verboseOption } from '../../line/shared-options.ts'

export const siteReverseCommands: readonly CommandSpec[] = [
  {
    name: 'site-reverse',
    group: 'Deliver',
    seldom: true,
    summary: 'make a product spec with acceptance criteria of a web site',
    description:
      'Captures pages of the site in a real browser: one at a time, of this origin only, as its robots.txt allows. An agent without tools reads what they show. Written are <name>.md, <name>.acceptance.md and a context drop for the planner: all or none. Pictures and data of the pages are kept with the run. Without a URL the unfinished run is resumed.',
    args: [
      {
        name: 'url',
        required: false,
        summary: 'the first page, such as https://example.com',
        completes: null,
      },
    ],
    options: [
      {
        flags: '--depth <n>',
        summary: 'links away from the first page, 0 to 10; siteReverse.depth if not given',
      },
      {
        flags: '--max-pages <n>',
        summary: 'at most so many pages, 1 to 200; siteReverse.maxPages if not given',
      },
      { flags: '--name <name>', summary: 'of the spec; made of the host if not given' },
      {
        flags: '--to <folder>',
        summary: 'the folder that gets the spec; siteReverse.specDir if not given',
        completes: 'folder',
      },
      providerOption,
      headlessOption,
      verboseOption,
      trustOption,
    ],
    examples: [
      { run: 'harness site-reverse https://example.com', does: 'capture, analyse, write a spec' },
      { run: 'harness site-reverse https://example.com/shop --depth 1 --max-pages 8', does: 'look at less' },
      { run: 'harness site-reverse http://localhost:3000 --name shop', does: 'a site of this machine' },
      { run: 'harness site-reverse', does: 'resume the unfinished run' },
    ],
    load: async () => (await import('./site-reverse.ts')).siteReverse,
  },
]
