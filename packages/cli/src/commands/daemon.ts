/** `harness daemon`: starts the unattended delivery of a repository, looks at it and steers it. */
import { UserError } from '@harness/core/kernel/user-error'
import { type CommandContext, flagOption, type Given, textOption } from '../line/command.ts'
import { knownName } from '../line/known-name.ts'
import { daemonActions } from './daemon/actions.ts'
import { daemonLogs } from './daemon/logs.ts'
import { queuedArgs } from './daemon/queued-args.ts'
import { say } from './daemon/say.ts'
import { startDaemon } from './daemon/start.ts'
import { daemonStatus } from './daemon/status.ts'
import { stopDaemon } from './daemon/stop.ts'
import { logs } from './logs.ts'

export async function daemon(context: CommandContext, given: Given): Promise<number> {
  const [named = 'status', subject] = given.args
  const action = knownName('action', named, daemonActions, 'harness daemon --help')
  const takesSubject = ['unblock', 'queue', 'unqueue', 'logs'].includes(action)
  if (!takesSubject && subject !== undefined) throw usage(`harness daemon ${action} takes no subject.`)
  const reason = textOption(given, 'message') ?? ''
  switch (action) {
    case 'start':
      return startDaemon(context, given)
    case 'status':
      return daemonStatus(context)
    case 'stop':
      return stopDaemon(context, flagOption(given, 'now'))
    case 'logs':
      return subject === undefined
        ? daemonLogs(context, flagOption(given, 'follow'))
        : logs(context, { args: [subject], options: given.options })
    case 'pause':
    case 'freeze':
      return say(context, { type: action, reason })
    case 'resume':
    case 'drain':
    case 'unfreeze':
      return say(context, { type: action })
    case 'unblock':
    case 'unqueue':
      if (subject === undefined) throw usage(`harness daemon ${action} needs the id of what it is about.`)
      return say(context, { type: action, id: subject })
    case 'queue':
      if (subject === undefined) throw usage('harness daemon queue needs a command in quotes.')
      return say(context, { type: 'queue', args: queuedArgs(subject) })
  }
}

const usage = (problem: string): UserError =>
  new UserError('usage', problem, { next: 'harness daemon --help' })
