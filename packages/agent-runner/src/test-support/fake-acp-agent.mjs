// A small ACP agent that misbehaves as its first argument says. Uses nothing but Node.
import { createInterface } from 'node:readline'

const [behaviour = 'answers', session = 'session-1'] = process.argv.slice(2)
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const update = (fields) => say({ method: 'session/update', params: { sessionId: session, update: fields } })
const text = (said) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: said } })

if (behaviour === 'exits at once') {
  console.error('no settings found')
  process.exit(7)
}

const greeting = {
  protocolVersion: behaviour === 'speaks another version' ? 9 : 1,
  agentInfo: { name: 'fake-agent', version: '1.2.3' },
  agentCapabilities: { loadSession: true, promptCapabilities: { image: true } },
  authMethods: [{ id: 'api-key', name: 'API key' }],
}
const levels = ['low', 'medium', 'high'].map((value) => ({ value, name: value }))
const model = { id: 'model', category: 'model', type: 'select', currentValue: 'small', options: [] }
const effort = {
  id: 'thinking',
  category: 'thought_level',
  type: 'select',
  currentValue: 'low',
  options: [
    { group: 'all', name: 'All', options: behaviour === 'thinks otherwise' ? [{ value: 'on' }] : levels },
  ],
}
/** What a session offers. The model that it starts with has no levels of effort. */
const offered = {
  'thinks as asked': [model],
  'thinks otherwise': [effort],
  'refuses to think': [effort],
}
const chosen = []
let isLoggedIn = behaviour !== 'wants a log-in'
let prompt = null
let servers = []

/** Asks to edit a file and says what came of it. */
function askToEdit() {
  const toolCall = { toolCallId: 'call-1' }
  update({ sessionUpdate: 'tool_call', ...toolCall, kind: 'edit', title: 'Edit a.txt', status: 'pending' })
  const options = [
    { optionId: 'always', kind: 'allow_always', name: 'Always' },
    { optionId: 'once', kind: 'allow_once', name: 'Once' },
    { optionId: 'no', kind: 'reject_once', name: 'No' },
  ]
  say({
    id: 'permission',
    method: 'session/request_permission',
    params: { sessionId: session, toolCall, options },
  })
}

function work() {
  switch (behaviour) {
    case 'asks for permission':
      return askToEdit()
    case 'exits midway':
      text('I was about')
      console.error('panic: out of cheese')
      return setImmediate(() => process.exit(3))
    case 'hangs midway':
      return text('I was about')
    case 'sends huge lines':
      text('x'.repeat(5_000_000))
      return say({ id: prompt, result: { stopReason: 'end_turn' } })
    case 'sends a line without end':
      return process.stdout.write('{"jsonrpc":"2.0","method":"'.padEnd(17 * 1024 * 1024, 'x'))
    case 'prints what is no message':
      process.stdout.write(
        'Welcome!\n[1, 2]\n"text"\n{"jsonrpc":"1.0"}\n{"jsonrpc":"2.0","id":99,"result":{}}\n',
      )
      update({ sessionUpdate: 'of a later version', content: 7 })
      text('Done.')
      return say({ id: prompt, result: { stopReason: 'end_turn' } })
    case 'names its servers':
      text(JSON.stringify(servers))
      return say({ id: prompt, result: { stopReason: 'end_turn' } })
    case 'tells its cost':
      update({ sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 0.25, currency: 'USD' } })
      text('Done.')
      return say({ id: prompt, result: { stopReason: 'end_turn' } })
    default:
      text(['Done.', ...chosen].join(' '))
      return say({ id: prompt, result: { stopReason: 'end_turn' } })
  }
}

function answer({ id, method, params, result }) {
  if (id === 'permission') {
    text(JSON.stringify(result.outcome))
    return say({ id: prompt, result: { stopReason: 'end_turn' } })
  }
  switch (method) {
    case 'initialize':
      if (behaviour === 'hangs at initialize') return
      return say({ id, result: greeting })
    case 'authenticate':
      isLoggedIn = true
      return say({ id, result: {} })
    case 'session/new':
      servers = params.mcpServers
      return isLoggedIn
        ? say({ id, result: { sessionId: session, configOptions: offered[behaviour] } })
        : say({ id, error: { code: -32000, message: 'Authentication required' } })
    case 'session/set_config_option':
      if (behaviour === 'refuses to think')
        return say({ id, error: { code: -32602, message: 'Invalid params' } })
      chosen.push(`${params.configId}=${params.value}`)
      return say({ id, result: { configOptions: [model, effort] } })
    case 'session/load':
      return say({ id, error: { code: -32002, message: 'Session not found' } })
    case 'session/prompt':
      prompt = id
      return work()
    case 'session/cancel':
      return say({ id: prompt, result: { stopReason: 'cancelled' } })
  }
}

createInterface({ input: process.stdin }).on('line', (line) => answer(JSON.parse(line)))
