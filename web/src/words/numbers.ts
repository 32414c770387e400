/** Numbers as they are written. */
export const percentText = (p: number) => `${Math.round(p * 100)}%`
