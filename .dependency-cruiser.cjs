// The rooms and who may import whom, as an allow-list: what is not listed here is an error.
const { existsSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const testCode = '(\\.(spec|test)\\.ts$|test-support/)'
const room = (name) => `^(\\.\\./\\.\\./)?packages/${name}/src/`
const testsOf = (name) => `${room(name)}.*${testCode}`
const npm = (names) =>
  names.length === 0 ? 'a^' : `(^|/)(node_modules/)?(@types/)?(${names.map(escaped).join('|')})(/|$)`
const escaped = (name) => name.replace(/[.*+?^$()[\]{}|\\/]/g, '\\$&')

// A room may use the npm packages that its own manifest declares.
const declaredBy = (name) => {
  const manifest = join(__dirname, 'packages', name, 'package.json')
  if (!existsSync(manifest)) return []
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'))
  return Object.keys({ ...dependencies, ...peerDependencies }).filter((it) => !it.startsWith('@harness/'))
}

const rooms = {
  core: { imports: [], npm: [], node: false },
  formats: { imports: ['core'], npm: declaredBy('formats'), node: false },
  'agent-runner': { imports: ['core'], npm: declaredBy('agent-runner'), node: true },
  shell: { imports: ['core', 'formats', 'agent-runner'], npm: declaredBy('shell'), node: true },
  sim: { imports: ['core', 'formats', 'shell'], npm: [], node: false, nodeIn: '(states/)?main\\.ts$' },
  daemon: { imports: ['core', 'formats', 'shell'], npm: declaredBy('daemon'), node: true },
  cli: {
    imports: ['core', 'formats', 'agent-runner', 'shell', 'daemon'],
    npm: declaredBy('cli'),
    node: true,
  },
}

// The folders of each room, lowest first: a folder imports only from itself and from folders listed before it.
// A file beside the folders puts them together and may import all of them; no folder imports it.
const layers = {
  core: ['kernel', 'effects', 'work', 'playbooks'],
  formats: ['text', 'answers', 'config', 'documents', 'records'],
  'agent-runner': ['runner', 'providers'],
  shell: ['machine', 'store', 'effects', 'engine', 'playbooks'],
  sim: ['engine', 'world', 'checkers', 'playbooks', 'states'],
  daemon: ['place', 'loop', 'server', 'client'],
  cli: ['terminal', 'line', 'run', 'commands', 'playbooks'],
}

const allowed = []
for (const [name, { imports, npm: packages, node, nodeIn }] of Object.entries(rooms)) {
  const folders = layers[name]
  allowed.push({
    from: { path: `${room(name)}[^/]+$`, pathNot: testCode },
    to: { path: room(name), pathNot: testCode },
  })
  folders.forEach((folder, index) => {
    allowed.push({
      from: { path: `${room(name)}${folder}/`, pathNot: testCode },
      to: { path: `${room(name)}(${folders.slice(0, index + 1).join('|')})/`, pathNot: testCode },
    })
  })
  allowed.push({ from: { path: testsOf(name) }, to: { path: room(name) } })
  for (const target of imports) {
    allowed.push({
      from: { path: room(name), pathNot: testCode },
      to: { path: room(target), pathNot: testCode },
    })
    allowed.push({ from: { path: testsOf(name) }, to: { path: room(target) } })
  }
  if (packages.length > 0) allowed.push({ from: { path: room(name) }, to: { path: npm(packages) } })
  if (node) allowed.push({ from: { path: room(name) }, to: { dependencyTypes: ['core'] } })
  if (nodeIn) allowed.push({ from: { path: `${room(name)}${nodeIn}` }, to: { dependencyTypes: ['core'] } })
  allowed.push({ from: { path: testsOf(name) }, to: { dependencyTypes: ['core'] } })
  allowed.push({
    from: { path: testsOf(name) },
    to: { path: npm(['vitest', 'fast-check', 'ajv']) },
  })
}

module.exports = {
  layers,
  allowed,
  allowedSeverity: 'error',
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'A cycle of values is loaded in an order nobody chose.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'runs-through-their-store',
      severity: 'error',
      comment: 'Code outside the store lists, reads, appends and answers runs through RunStore only.',
      from: { pathNot: [`${room('shell')}store/`, testCode] },
      to: { path: `${room('shell')}store/(journal|inbox|runs)/` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
}
