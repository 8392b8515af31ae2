import { describe, expect, it } from 'vitest'
import { listenAddress } from './listen-address.ts'

describe('DL-13 the address that the control server listens on', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', ['127.0.0.1:4500', 'localhost:4500']],
    ['127.0.0.2', '127.0.0.2', ['127.0.0.1:4500', 'localhost:4500', '127.0.0.2:4500']],
    ['::1', '::1', ['127.0.0.1:4500', 'localhost:4500', '[::1]:4500']],
    ['0:0:0:0:0:0:0:1', '0:0:0:0:0:0:0:1', ['127.0.0.1:4500', 'localhost:4500', '[::1]:4500']],
    ['fe80::1%lo', 'fe80::1%lo', ['127.0.0.1:4500', 'localhost:4500', '[fe80::1]:4500']],
  ])('DL-13 %s is asked for as a client writes it', async (asked, bound, hosts) => {
    const address = await listenAddress(asked)
    expect([address.bound, address.hosts(4500)]).toEqual([bound, hosts])
  })

  it.each(['0.0.0.0', '0', '::', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0', ''])(
    'DL-13 %j means every address, and is refused',
    async (asked) => {
      await expect(listenAddress(asked)).rejects.toMatchObject({
        code: 'daemon-address-invalid',
        message: expect.stringContaining(
          `expected one address of this machine, found ${JSON.stringify(asked)}`,
        ),
        next: expect.stringContaining('--listen <address>'),
      })
    },
  )
})
