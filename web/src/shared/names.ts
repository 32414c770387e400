/** Names that lobby and table share. */
import { tr } from '../words'

export const botName = (level: string) => tr('Bot: {level}', { level: tr(level) })
