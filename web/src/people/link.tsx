/** A link to hand on: to copy, to share, or to be photographed by a phone. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { Icon } from '../shared/icons'
import { tr } from '../words'
import { qr } from './qr'

/** Copies a text; on plain addresses in a network the old way, which needs it selected. */
export function copy(text: string, input?: HTMLInputElement | null) {
  if (navigator.clipboard) return void navigator.clipboard.writeText(text)
  input?.select()
  document.execCommand('copy')
}

export function QrCode({ text, name }: { text: string; name: string }) {
  const grid = useMemo(() => qr(text), [text])
  if (!grid) return null
  const n = grid.length + 8
  const path = grid.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : ''))).join('')
  return (
    <svg class="qr" viewBox={`0 0 ${n} ${n}`} role="img" aria-label={name} shape-rendering="crispEdges">
      <path d={`M0 0h${n}v${n}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** `main`: the link is what one is here for, so its picture is shown too. */
export function LinkBox({ name, link, main = false }: { name: string; link: string; main?: boolean }) {
  const copied = useSignal(false)
  const shares = typeof navigator.share === 'function'
  return (
    <div class={`link-box ${main ? 'with-picture' : ''}`}>
      {main && <QrCode text={link} name={tr('The link as a QR code')} />}
      <div class="link-line">
        <input
          readOnly
          value={link}
          aria-label={tr('Link for {name}', { name })}
          data-link={name}
          onFocus={(e) => e.currentTarget.select()}
        />
        <button
          type="button"
          class={main ? 'main' : ''}
          onClick={(e) => {
            copy(link, e.currentTarget.parentElement?.querySelector('input'))
            copied.value = true
          }}>
          <Icon name={copied.value ? 'check' : 'link'} />
          {copied.value ? tr('Copied') : tr('Copy link')}
        </button>
        {shares && (
          <button type="button" onClick={() => void navigator.share({ title: 'Sandtable', url: link }).catch(() => undefined)}>
            {tr('Share')}
          </button>
        )}
      </div>
    </div>
  )
}
