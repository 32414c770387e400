/** Names that lobby and table share. */
export const botName = (level: string) => `Bot: ${level}${{ greedy: ', plays to win', random: ', does anything legal' }[level] ?? ''}`
