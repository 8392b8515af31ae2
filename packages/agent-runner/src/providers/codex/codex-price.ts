/** What requests to OpenAI's models cost by the public price list; the SDK tells tokens only. */
import type { Usage } from '@harness/core/kernel/agent'

/**
 * Null if the list does not have the model. Requests are priced one by one, since a long one costs more per token
 * than its parts would.
 */
export async function codexPrice(model: string, requests: readonly Usage[]): Promise<number | null> {
  // Half a megabyte of prices, needed only for Codex.
  const { calcPrice } = await import('@pydantic/genai-prices')
  let total = 0
  for (const usage of requests) {
    const price = calcPrice(
      {
        input_tokens: usage.input + usage.cacheRead + usage.cacheWrite,
        cache_read_tokens: usage.cacheRead,
        cache_write_tokens: usage.cacheWrite,
        output_tokens: usage.output,
      },
      model,
      { providerId: 'openai' },
    )
    if (price === null) return null
    total += price.total_price
  }
  return total
}
