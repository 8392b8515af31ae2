import { describe, expect, it } from 'vitest'
import { parseHandbook } from './parse-handbook.ts'

const closeOf = (text: string) => {
  const { handbook, problems } = parseHandbook(
    `## Phase 1 — A\n\n> a\n\n- [ ] COMPLETE\n\n### Phase 1 close\n\n${text}\n`,
    'H.md',
  )
  expect(problems).toEqual([])
  const close = handbook.phases[0]?.close
  return { ...close, notRun: close?.notRun.map(({ command }) => command) }
}
const gate = ['sh gate.sh']

describe('HB-50 the commands of a close', () => {
  it.each([
    ['Run `CI=1 sh gate.sh`; it must pass.', ['CI=1 sh gate.sh']],
    ['Run `./bin/eslint .`; it must pass.', ['./bin/eslint .']],
    ['Run `tsc --noEmit`; it must pass.', ['tsc --noEmit']],
    ['Run `vitest run`; it must pass.', ['vitest run']],
    ['Run `just check`.', ['just check']],
    ['Run `uv run pytest`.', ['uv run pytest']],
    ['Execute `npm test`.', ['npm test']],
    ['Confirm `sh gate.sh`.', gate],
    ['`npm test` returns 0.', ['npm test']],
    ['`npm test`, `npm run lint`', ['npm test', 'npm run lint']],
    ['`npm test` and `npm run lint`.', ['npm test', 'npm run lint']],
    ['Make sure that `npm test` and `npm run lint` pass.', ['npm test', 'npm run lint']],
    ['Must pass: `npm test`, `npm run lint`', ['npm test', 'npm run lint']],
    ['- [ ] `sh gate.sh` passes\n- [ ] COMPLETE', gate],
    ['- checks\n  - `sh gate.sh`'.replace('checks', 'all of these'), gate],
    ['All of these must pass:\n\n- `sh gate.sh`', gate],
    ['```shell-session\n$ sh gate.sh\n```', gate],
    ['```console\n$ npm run build \\\n> --all\n```', ['npm run build --all']],
    ['```terminal\n> sh gate.sh\n```', gate],
    ['```\nsh gate.sh\n```', gate],
    ['`mytool`', ['mytool']],
    ['- `test ! -e broken`\n- `{ make; }`', ['test ! -e broken', '{ make; }']],
  ])('run, with nothing left to judge: %j', (text, commands) =>
    expect(closeOf(text)).toMatchObject({ commands, notRun: [], prompt: null }),
  )

  it.each([
    ['All of these must pass:\n\n- `sh gate.sh` — the gate\n- `npm test`: the tests', [...gate, 'npm test']],
    ['| what | command |\n|---|---|\n| gate | `sh gate.sh` |', gate],
    ['Verify with `sh gate.sh` that nothing broke.', gate],
    ['Verify the build with `npm run build`.', ['npm run build']],
    ['Look at every page, then run `npm test`.', ['npm test']],
    ['Everything is fine once `sh gate.sh` exits 0.', gate],
    ['The gate (`sh gate.sh`) must pass.', gate],
    ['`npm run lint` reports no errors.', ['npm run lint']],
    ['Run `npm test`; if it fails, the phase is open.', ['npm test']],
    ['Run `npm test`. Look at every page by hand.', ['npm test']],
    ['**Gate:** run `sh gate.sh`', gate],
    ['All tests pass (`npm test`).', ['npm test']],
    ['Run the whole suite: `npm test`.', ['npm test']],
    ['Run the tests (`npm test`); they must pass.', ['npm test']],
    ['Phase 2 may start only when all of these pass:\n\n- `sh gate.sh`', gate],
    ['```console\n$ sh gate.sh\nThe gate is open.\n```', gate],
  ])('run, and the phase closer judges the rest: %j', (text, commands) =>
    expect(closeOf(text)).toMatchObject({ commands, notRun: [], prompt: expect.any(String) }),
  )

  it.each([
    ['The deploy (`sh deploy.sh`) has to be run by the lead.', ['sh deploy.sh']],
    ['The README says how one runs `sh deploy.sh`.', ['sh deploy.sh']],
    [
      'Nobody needs to run `npm run deploy`; the page says how `git push` passes.',
      ['npm run deploy', 'git push'],
    ],
    ['The lead must run `sh deploy.sh`.', ['sh deploy.sh']],
    ['The release manager must check the page and run `sh deploy.sh`.', ['sh deploy.sh']],
    ['Run `sh deploy.sh`; the lead does this.', ['sh deploy.sh']],
    ['Ask the lead to run `sh deploy.sh`.', ['sh deploy.sh']],
    ['Check with the lead that `npm run deploy` passes.', ['npm run deploy']],
    ['The script runs `sh deploy.sh`.', ['sh deploy.sh']],
    ['Check that `npm publish` has been run.', ['npm publish']],
    ['Make sure `git push` is done.', ['git push']],
    ['Use `npm run dev` to look at the page.', ['npm run dev']],
    ['Deploy: `sh deploy.sh`', ['sh deploy.sh']],
    ['- `sh deploy.sh` — by hand', ['sh deploy.sh']],
    ['| deploy | who |\n|---|---|\n| `sh deploy.sh` | the lead |', ['sh deploy.sh']],
    ['The lead runs these:\n\n- `sh deploy.sh`\n- `npm publish`', ['sh deploy.sh', 'npm publish']],
    ['Do not run:\n\n```sh\nsh deploy.sh\n```', ['sh deploy.sh']],
    ['If pages changed:\n\n`npm run build`', ['npm run build']],
    ['Erst weiter, wenn `sh gate.sh` durchläuft.', gate],
    ['```text\nsh gate.sh\n```', gate],
    ['    sh gate.sh', gate],
    ['- first\n\n      sh gate.sh', gate],
    ['> Run `sh gate.sh`.', gate],
    ['#### Run `sh gate.sh`', gate],
    ['<p>Run <code>sh gate.sh</code>.</p>', gate],
    ['- `src/pages`', ['src/pages']],
  ])('not run, but named: %j', (text, notRun) =>
    expect(closeOf(text)).toMatchObject({ commands: [], notRun, prompt: expect.any(String) }),
  )

  it.each([
    'Check `src/x.js`, `Page` and `src/pages`.',
    'Run through `/impeccable audit`.',
    '`const x = 1` is in `README.md`.',
    '```ts\nconst x = run\n```',
    'The color is `color: red`.',
  ])('names no code that is no command: %j', (text) =>
    expect(closeOf(text)).toMatchObject({ commands: [], notRun: [], prompt: expect.any(String) }),
  )

  it('runs only what the sentence asks for', () => {
    expect(closeOf('- If pages changed:\n  - `npm run build`\n- `npm test`')).toMatchObject({
      commands: ['npm test'],
      notRun: ['npm run build'],
    })
    expect(closeOf('Run `npm test`, and look at the page of `npm run deploy`.')).toMatchObject({
      commands: ['npm test'],
      notRun: ['npm run deploy'],
    })
    expect(closeOf('```sh\n$ npm test\nnpm run lint\n```')).toMatchObject({
      commands: ['npm test'],
      notRun: ['npm run lint'],
    })
  })

  it('names what is not run with its line', () => {
    const text =
      '## Phase 1 — A\n\n**Close.** All is\nfiled. The lead has `sh a.sh`.\n\n- one\n- two, by `sh b.sh`\n\n```text\n\nsh c.sh\n```\n'
    expect(parseHandbook(text, 'H.md').handbook.phases[0]?.close?.notRun).toEqual([
      { command: 'sh a.sh', line: 4 },
      { command: 'sh b.sh', line: 7 },
      { command: 'sh c.sh', line: 11 },
    ])
  })

  it.each(['>', '![a page](page.png)', '- ![a page](page.png)'])('an empty close has neither: %j', (text) =>
    expect(closeOf(text)).toMatchObject({ commands: [], prompt: null }),
  )
})
