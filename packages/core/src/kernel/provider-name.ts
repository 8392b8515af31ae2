/** The providers of agents that exist by name; which of them this version has is agent-runner's to say. */
export const providerNames = ['scripted', 'claude', 'codex', 'acp'] as const
export type ProviderName = (typeof providerNames)[number]

/** Those whose agents can use trusted skills, slash commands and tool servers. */
export const providersWithExtensions: readonly ProviderName[] = ['claude', 'codex', 'acp']
