/** What Claude is asked: the envelope as it is, and behind it the pictures that belong to it. */
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { AgentRequest } from '../../runner/provider.ts'
import type { ClaudePrompt, ClaudeQuestion } from './claude-sdk.ts'

/** Throws if a picture cannot be read. */
export async function claudePrompt({
  envelope,
  images = [],
}: Pick<AgentRequest, 'envelope' | 'images'>): Promise<ClaudePrompt> {
  if (images.length === 0) return envelope
  const pictures = await Promise.all(
    images.map(async (file) => ({
      type: 'image',
      source: { type: 'base64', media_type: mediaType(file), data: await readFile(file, 'base64') },
    })),
  )
  return once({
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text: envelope }, ...pictures] },
    parent_tool_use_id: null,
  })
}

async function* once(question: ClaudeQuestion): AsyncGenerator<ClaudeQuestion> {
  yield question
}

const mediaType = (file: string): string => (extname(file) === '.png' ? 'image/png' : 'image/jpeg')
