/** Owns how the harness reaches a server that runs in a lane: on this machine, or in a sandbox with ports of its own. */
import type { RequestOptions } from 'node:http'
import type { Confined } from '../../machine/sandbox/sandbox.ts'
import { portOf } from './lane-address.ts'

export type Reach = Pick<Confined, 'connect' | 'hasOwnLoopback'>

/** For a request to this address: it keeps its name, whichever way is taken. */
export const wayTo = (url: string, { connect, hasOwnLoopback }: Reach): RequestOptions =>
  hasOwnLoopback
    ? {
        createConnection(_options, done) {
          connect(portOf(url)).then(
            (socket) => done(null, socket),
            (error: Error) => done(error, null as never),
          )
          return undefined
        },
      }
    : { agent: false }
