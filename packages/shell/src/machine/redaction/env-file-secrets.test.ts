import { describe, expect, it } from 'vitest'
import { envFileSecrets } from './env-file-secrets.ts'

const values = (text: string) => envFileSecrets(text).map(({ value }) => value)

describe('TR-10 the values of a copied env file', () => {
  it.each([
    'API_SECRET=correct-horse',
    'DB_PASS=hunter2hunter',
    'A=correct-horse-battery-staple',
    'A=ZmFrZS1mYWtlLWZha2U',
    'SESSION_KEY="a b c d e f"',
    'HOOK=https://hooks.example.com/services/T0123/B0123/0a1b2c3d4e5f6a7b8c9d',
    'PIN_TOKEN=87654321',
  ])('%s is a secret', (text) => expect(values(text)).toHaveLength(1))

  it('the password of a URL is a secret without the URL too', () =>
    expect(values('DATABASE_URL=postgres://app:s3cr%65t-pw@db/x')).toEqual([
      'postgres://app:s3cr%65t-pw@db/x',
      's3cret-pw',
    ]))

  it.each(
    [
      'DEBUG=true',
      'PORT=3000',
      'TIMEOUT_MS=30000000',
      'HOST=localhost',
      'HOST=localhost:5432',
      'NODE_ENV=development',
      'SINCE=2026-11-17T10:00:00Z',
      'REGION=eu-central-1',
      'BUCKET=my-bucket-name',
      'TITLE="My Great Product"',
      'DATA_DIR=/var/lib/product',
      'DATA_DIR=./data/files',
      'URL=http://localhost:3000/api/v1',
      'URL=https://api.example.com/v1?mode=plain',
      'MAIL=someone@example.com',
      'DB_PASSWORD=postgres',
      'DB_PASSWORD=changeme',
      'DATABASE_URL=postgres://postgres:postgres@localhost:5432/app_test',
      'API_KEY=short',
    ].map((text) => [text]),
  )('%s is not', (text) => expect(values(text)).toEqual([]))
})
