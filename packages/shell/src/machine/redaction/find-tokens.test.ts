import { describe, expect, it } from 'vitest'
import { findTokens } from './find-tokens.ts'

const body = 'k7Qm2Xv9Rt4Lb8Zc5Wn3Hd6Js1Pf0Gy7Uq2Ea9'

describe('TR-10 tokens', () => {
  it.each([
    ['github-token', `ghp_${body}`],
    ['anthropic-key', `sk-ant-api03-${body}`],
    ['openai-key', `sk-proj-${body}`],
    ['aws-key-id', 'AKIAQ7ZK2MXW4TLB9RVN'],
    ['google-key', `AIza${body}`],
    ['slack-token', `xoxb-7291846503-${body}`],
    ['npm-token', `npm_${body}`],
    ['pypi-token', `pypi-${body}`],
    ['jwt', `eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoiYWRhIn0.${body}`],
  ])('%s is found', (name, token) =>
    expect(findTokens(`const a = "${token}"`)).toEqual([{ name, start: 11, text: token }]),
  )

  it.each([`${body}${body}`, `${body}\\n${body}`])('a private key is found: %#', (key) => {
    for (const begin of ['\n', '\\n', '" +\n  "'])
      expect(findTokens(`x -----BEGIN RSA PRIVATE KEY-----${begin}${body}A/${key}`)).toMatchObject([
        { name: 'private-key', start: 2 },
      ])
  })

  it.each([
    'AKIAIOSFODNN7EXAMPLE',
    `ghp_${'x'.repeat(36)}`,
    `ghp_${'0123456789'.repeat(4)}`,
    `sk-ant-fake-${body}`,
    `sk_test_${body}`,
    '.sk-folding-cube-container-with-2-sides {}',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0.SflKxwRJSMeKKF2QT4f',
    'if (pem.includes("-----BEGIN PRIVATE KEY-----")) return pem',
    'API_KEY=k7Qm2Xv9Rt4Lb8Zc5Wn3',
    'postgres://app:k7Qm2Xv9Rt4@db/app',
  ])('%s is none', (text) => expect(findTokens(text)).toEqual([]))
})
