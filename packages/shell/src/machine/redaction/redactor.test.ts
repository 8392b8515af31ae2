import { runs } from '@harness/formats/test-support/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactionStream, createRedactor } from './redactor.ts'

const secret = 'hunter2-Very/Secret+Väl"ue'
const redact = createRedactor({ secrets: [{ name: 'DB', value: secret }] })

describe('QA-07 known values', () => {
  const spellings: Readonly<Record<string, string>> = {
    plain: secret,
    'in JSON': JSON.stringify({ password: secret }),
    'in JSON in JSON': JSON.stringify(JSON.stringify({ password: secret })),
    'in JSON with escaped slashes': JSON.stringify(secret).replaceAll('/', '\\/'),
    'in an address': `https://host/?p=${encodeURIComponent(secret)}`,
    'in an address, lower case': encodeURIComponent(secret)
      .toLowerCase()
      .replace('hunter2-very', 'hunter2-Very')
      .replace('secret', 'Secret')
      .replace('v%c3%a4l', 'V%c3%a4l'),
    'in base64': Buffer.from(secret).toString('base64'),
    'in base64 for addresses': Buffer.from(secret).toString('base64url'),
    'in base64 after a user name': Buffer.from(`user:${secret}`).toString('base64'),
    'in base64 after another': Buffer.from(`ab:${secret}:tail`).toString('base64'),
    'in base64 in a text': Buffer.from(`{"x":"${secret}"}`).toString('base64'),
    'in hex': Buffer.from(secret).toString('hex'),
    'in hex, upper case': Buffer.from(secret).toString('hex').toUpperCase(),
    'in hex with colons': (Buffer.from(secret).toString('hex').match(/../g) ?? []).join(':'),
    'in hex escapes': [...Buffer.from(secret)].map((byte) => `\\x${byte.toString(16)}`).join(''),
    'in hex numbers': [...Buffer.from(secret)].map((byte) => `0x${byte.toString(16)}`).join(', '),
    'wholly percent-encoded': [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join(''),
    'in base64 that a program wrapped': (
      Buffer.from(`{"x":"${secret}"}`)
        .toString('base64')
        .match(/.{1,19}/g) ?? []
    ).join('\n'),
  }
  it.each(Object.entries(spellings))('%s are hidden', (_how, text) => {
    const shown = redact(`before ${text} after`)
    expect(shown).toContain('[redacted:DB]')
    expect(shown.startsWith('before ')).toBe(true)
    expect(shown.endsWith(' after')).toBe(true)
    for (const part of [
      'hunter2',
      Buffer.from('hunter2').toString('base64').slice(0, 8),
      Buffer.from('hunter2').toString('hex'),
    ]) {
      expect(shown).not.toContain(part)
    }
  })

  it('TR-10 reversed are hidden', () => {
    const shown = redact(`before ${[...secret].reverse().join('')} after`)
    expect(shown).toBe('before [redacted:DB] after')
  })

  it.each([
    ['by a plus', '"hunter2-Very" + "/Secret+Väl" + \'"ue\''],
    ['over lines', '"hunter2-Very/" +\n      "Secret+Väl" +\n      "\\"ue"'],
    ['by nothing', "'hunter2-'\"Very/Sec\"'ret+Väl\"ue'"],
    ['into a list', "['hunter', '2-Very/Sec', 'ret+Väl\"', 'ue'].join('')"],
    ['at every character', [...secret].map((each) => JSON.stringify(each)).join(',')],
  ])('TR-10 split %s are hidden', (_how, text) => {
    const shown = redact(`before = ${text}; after`)
    expect(shown).toMatch(/^before = \W*\[redacted:DB\].*; after$/s)
    expect(shown).not.toMatch(/hunter|Very|ret\+V/)
  })

  it('TR-10 split by too much are other texts', () => {
    const apart = `hunter2-${' '.repeat(100)}Very/Secret+Väl"ue`
    expect(redact(apart)).toBe(apart)
    expect(redact('hunter2-Very/Secret and Väl"ue')).toBe('hunter2-Very/Secret and Väl"ue')
  })

  it('of several lines are hidden line by line too', () => {
    const value = 'first line of it\nsecond line of it\n'
    const several = createRedactor({ secrets: [{ name: 'PEM', value }] })
    expect(several(`x ${value} y`)).toBe('x [redacted:PEM] y')
    expect(several('only second line of it here')).toBe('only [redacted:PEM] here')
  })

  it('that overlap leave nothing of either', () => {
    const both = createRedactor({
      secrets: [
        { name: 'A', value: 'abcdefXYZ' },
        { name: 'B', value: 'XYZuvwxyz' },
      ],
    })
    expect(both('-abcdefXYZuvwxyz-')).toBe('-[redacted:A]-')
    expect(both('-abcdefXYZ-XYZuvwxyz-')).toBe('-[redacted:A]-[redacted:B]-')
  })

  it('that are ordinary short words stay', () => {
    expect(
      createRedactor({
        secrets: [
          { name: 'X', value: 'test' },
          { name: 'Y', value: '' },
        ],
      })('a test'),
    ).toBe('a test')
  })
})

describe('AG-09 key shapes', () => {
  const filler = 'Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2Yz3Ab4Cd5'
  const keys: readonly (readonly [string, string])[] = [
    ['anthropic-key', `sk-ant-api03-${filler}-_x`],
    ['openai-key', `sk-proj-${filler}`],
    ['openai-key', `sk-${filler}`],
    ['openrouter-key', `sk-or-v1-${filler}`],
    ['github-token', `ghp_${filler.slice(0, 36)}`],
    ['github-token', `github_pat_${filler}_${filler}`],
    ['gitlab-token', `glpat-${filler.slice(0, 20)}`],
    ['slack-token', `xoxb-1234567890-${filler.slice(0, 24)}`],
    ['aws-key-id', 'AKIAIOSFODNN7EXAMPLE'],
    ['google-key', `AIza${filler.slice(0, 35)}`],
    ['stripe-key', `sk_live_${filler.slice(0, 24)}`],
    ['npm-token', `npm_${filler.slice(0, 36)}`],
    ['huggingface-token', `hf_${filler.slice(0, 34)}`],
    ['sendgrid-key', `SG.${filler.slice(0, 22)}.${filler}`],
    ['telegram-token', `123456789:AA${filler.slice(0, 33)}`],
    ['jwt', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${filler}`],
  ]
  it.each(keys)('%s', (name, key) => {
    expect(redact(`got ${key}, then`)).toBe(`got [redacted:${name}], then`)
    expect(redact(`{"k":"${key}"}`)).toBe(`{"k":"[redacted:${name}]"}`)
    expect(redact(key)).toBe(`[redacted:${name}]`)
  })

  it.each([
    [`Authorization: Bearer ${filler}==`, 'Authorization: Bearer [redacted:bearer]'],
    ['Authorization: Basic dXNlcjpwYXNzd29yZDEyMw==', 'Authorization: Basic [redacted:basic]'],
    ['postgres://user:s3cret@host/db', 'postgres://user:[redacted:url-password]@host/db'],
    ['MY_API_KEY=abcdefgh12', 'MY_API_KEY=[redacted:setting]'],
    ["export DB_PASSWORD='abcdefgh12'", "export DB_PASSWORD='[redacted:setting]'"],
    ['{"SOME_TOKEN": "abcdefgh12"}', '{"SOME_TOKEN": "[redacted:setting]"}'],
    ['?api_key=abcdefgh12&x=1', '?api_key=[redacted:setting]&x=1'],
    ['{"client_secret":"abcdefgh12"}', '{"client_secret":"[redacted:setting]"}'],
  ])('%s', (text, shown) => {
    expect(redact(text)).toBe(shown)
  })

  it.each([
    'task-orchestrator-implementation-details',
    'MY_API_KEY=$OTHER_KEY and MY_TOKEN=%TOKEN_FILE%',
    'const token = await readToken()',
    'the password: none was given',
    'https://example.com/a:b/c@d',
    'risk-assessment-of-something-very-long-indeed',
    'PRIMARY_KEY=id',
    'the bearer of this letter',
  ])('%s is nothing of the kind', (text) => {
    expect(redact(text)).toBe(text)
  })

  const pem = (kind: string, body: string, end = true): string =>
    `-----BEGIN ${kind}-----${body}${end ? `-----END ${kind}-----` : ''}`
  const body = `\n${`${filler}${filler.slice(0, 16)}\n`.repeat(20)}AbCd==\n`
  it.each([
    ['in lines', `x ${pem('RSA PRIVATE KEY', body)} y`, 'x [redacted:private-key] y'],
    [
      'escaped into one line',
      `"${pem('PRIVATE KEY', body.replaceAll('\n', '\\n'))}"`,
      '"[redacted:private-key]"',
    ],
    ['without its end', `${pem('OPENSSH PRIVATE KEY', body, false)}`, '[redacted:private-key]'],
    [
      'with headers',
      pem('EC PRIVATE KEY', `\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00FF\n${body}`),
      '[redacted:private-key]',
    ],
    [
      'mentioned only',
      'look for `-----BEGIN PRIVATE KEY-----` in it',
      'look for `[redacted:private-key]` in it',
    ],
    ['public', pem('PUBLIC KEY', '\nAAAA\n'), pem('PUBLIC KEY', '\nAAAA\n')],
  ])('a PEM key %s', (_how, text, shown) => {
    expect(redact(text)).toBe(shown)
  })
})

describe('QA-07 text in pieces', () => {
  const rules = {
    secrets: [
      { name: 'A', value: 'abcabcabcd' },
      { name: 'B', value: 'multi\nline secret' },
      { name: 'C', value: 'aaaaaaaa' },
    ],
  }
  const fragment = fc.constantFrom(
    ...'abcabcabcd|multi\nline secret|aaaaaaaa|abc|aaa|sk-ant-|sk-|AbCdEf0123456789AbCd|Bearer |MY_KEY=|value123456|://u:p@h|'.split(
      '|',
    ),
    ...[
      '-----BEGIN PRIVATE KEY-----',
      '-----END PRIVATE KEY-----',
      '-----END',
      '\n',
      ' ',
      '.',
      '"',
      'eyJhbGciOiJI.eyJzdWIi',
      'ä€😀',
      'multi\n',
    ],
    Buffer.from('xabcabcabcdx').toString('base64'),
    Buffer.from('abcabcabcd').toString('hex').toUpperCase(),
    'dcbacbacba',
    '"abcab" + "cabcd"',
    'abcabc" +\n    "',
    'YWJjYWJj\nYWJjZA',
    'x61x62x63',
    ' '.repeat(400),
  )
  const text = fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join(''))

  it('comes out as the whole would, however it is cut', () => {
    const whole = createRedactor(rules)
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 40 })), (input, cuts) => {
        const stream = createRedactionStream(rules)
        let out = ''
        let at = 0
        for (const cut of cuts) {
          out += stream.push(input.slice(at, at + cut))
          at += cut
        }
        out += stream.push(input.slice(at)) + stream.end()
        expect(out).toBe(whole(input))
      }),
      { numRuns: runs(200) },
    )
  })

  it('comes out as the whole would, cut at any one place', () => {
    const whole = createRedactor(rules)
    const pem = `-----BEGIN RSA PRIVATE KEY-----\n${'AbCd'.repeat(120)}\n-----END RSA PRIVATE KEY-----`
    const hex = Buffer.from('multi\nline secret').toString('hex')
    const input = `a ${pem} then ${hex} and abcabcabcd, Bearer AbCdEf0123456789AbCd. ${hex} multi\nline secret end "abc" +\n  "abcabcd" dcbacbacba`
    const shown = whole(input)
    expect(shown).toBe(
      'a [redacted:private-key] then [redacted:B] and [redacted:A], Bearer [redacted:bearer] [redacted:B] [redacted:B] end "[redacted:A]" [redacted:A]',
    )
    for (let cut = 0; cut <= input.length; cut++) {
      const stream = createRedactionStream(rules)
      expect(stream.push(input.slice(0, cut)) + stream.push(input.slice(cut)) + stream.end(), `${cut}`).toBe(
        shown,
      )
    }
  })

  it('never shows a known value, and hides again what is hidden already to the same text', () => {
    const whole = createRedactor(rules)
    fc.assert(
      fc.property(text, (input) => {
        const out = whole(input)
        for (const { value } of rules.secrets) expect(out).not.toContain(value)
        expect(whole(out)).toBe(out)
      }),
      { numRuns: runs(100) },
    )
  })

  it('is not held back for long', () => {
    const stream = createRedactionStream(rules)
    let out = ''
    for (let i = 0; i < 10_000; i++) out += stream.push('some words ')
    expect(110_000 - out.length).toBeLessThan(1_000)
  })

  it('takes time in proportion to its length, also if it is made to be slow', () => {
    const whole = createRedactor(rules)
    const hostile = [
      'a',
      'abcabc',
      'sk-',
      '-----BEGIN ',
      'eyJ',
      '://a:',
      'A_KEY=',
      '-----BEGIN PRIVATE KEY-----',
      'bearer ',
      `://${'a'.repeat(60)}`,
    ]
    for (const piece of hostile) {
      const input = piece.repeat(Math.ceil(300_000 / piece.length))
      const start = performance.now()
      whole(input)
      // Some milliseconds; a minute and more if each place made it look at all the rest again.
      expect(performance.now() - start, piece).toBeLessThan(5_000)
    }
  })
})
