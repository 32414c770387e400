/** How the page is used just now: by keys, or by pointing. */
export const hands = { keys: false }
addEventListener('keydown', () => (hands.keys = true), true)
addEventListener('pointerdown', () => (hands.keys = false), true)
