import { describe, expect, test } from 'vitest'
import { commandsIn, fileOf, programOf, scriptOf } from './command-line.ts'

describe('QA-22, HB-54 what a command line says without being run', () => {
  test.each([
    ['npm test', 'npm'],
    ['CI=1 FOO=bar make test', 'make'],
    ['./check.sh --all', './check.sh'],
    ['MESSAGE="a b" make', 'make'],
    ['<input make', null],
    ['$(npm bin)/x', null],
    ['', null],
  ])('%s begins with %s', (line, program) => expect(programOf(line)).toBe(program))

  test.each([
    ['npm run check && npm run test', ['npm run check', 'npm run test']],
    ['cd web && npm run check', ['cd web']],
    ['make a && cd web && make b', ['make a', 'cd web']],
    ['test ! -e broken || (echo broken; exit 3)', []],
    ['nonesuch || true', []],
    ['true; make', ['make']],
    ['nonesuch; make a && make b', ['make a', 'make b']],
    ['make;', ['make']],
    ['cd web; ./x', []],
    ['for i in 1; do true; done', ['for i in 1; do true; done']],
    ['if true; then make; fi', ['if true; then make; fi']],
    ['sleep 1 & make', ['sleep 1 & make']],
    ['echo "a && b"', ['echo "a && b"']],
    ['echo "a || b"', ['echo "a || b"']],
    ['npm run do && make', ['npm run do', 'make']],
    ['make > log', ['make > log']],
    ['make | tee log', ['make | tee log']],
  ])('%s is %j', (line, commands) => expect(commandsIn(line)).toEqual(commands))

  test.each([
    ['npm run check', 'check'],
    ['CI=1 npm run test:unit -- --all', 'test:unit'],
    ['pnpm run lint', 'lint'],
    ['npm test', 'test'],
    ['npm run lint --if-present', null],
    ['npm run check -w web', null],
    ['npm run check --workspace=web', null],
    ['npm --prefix web run check', null],
    ['npm run -s check', 'check'],
    ['npm --silent run check', 'check'],
    ['npm run-script check', 'check'],
    ['npm --silent test', 'test'],
    ['npm --loglevel error run check', null],
    ['node --run check', 'check'],
    ['node --run=check', 'check'],
    ['node --env-file x --run check', null],
    ['npm ci', null],
    ['yarn run tsc', null],
    ['make check', null],
  ])('%s calls the script %s', (line, script) => expect(scriptOf(line)).toBe(script))

  test.each([
    ['node tools/x.js --all', 'tools/x.js'],
    ['CI=1 sh gate.sh', 'gate.sh'],
    ['sh -eu ./gate.sh', 'gate.sh'],
    ['python3 -m pytest', null],
    ['sh -c true', null],
    ['node --test x.js', null],
    ['node .', null],
    ['node -v', null],
    ['sh /etc/x.sh', null],
    ['sh ../x.sh', null],
    ['sh a/../../x.sh', null],
    ['sh "$GATE"', null],
  ])('%s reads the file %s', (line, file) => expect(fileOf(line)).toBe(file))
})
