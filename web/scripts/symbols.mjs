// Draws every unit symbol and size mark once with milsymbol and writes src/sandtable/render/symbols.json.
// One command: `npm run symbols`. Both the Python drawing code and the browser read that file, so a counter looks the same everywhere.
// A fragment is SVG inside the box x 25..175, y 50..150 (the NATO frame); strokes and fills use currentColor.
import ms from 'milsymbol'
import { writeFileSync } from 'node:fs'

const land = (code) => `SFGP${code.padEnd(6, '-')}`
const TYPES = {
  infantry: land('UCI'), mech: land('UCIZ'), motorized: land('UCII') , armor: land('UCA'), airborne: land('UCIA'), airmobile: land('UCIS'),
  marine: land('UCIN'), mech_para: land('UCIA'), armored_cavalry: land('UCRVA'), recon: land('UCRVA'), light_recon: land('UCRVG'), camel: land('UCRH'),
  artillery: land('UCF'), sp_artillery: land('UCFHE'), rocket: land('UCFR'), mortar: land('UCFM'), coastal_artillery: land('UCF'),
  antitank: land('UCAA'), atgm: land('UCAAD'), antiaircraft: land('UCD'), sam: land('UCDM'), engineer: land('UCE'), bridge: land('UCE'),
  special_forces: 'SFFPGS----', commando: 'SFFPGS----', helicopter: land('UCVR'), airstrike: land('UCVF'), supply: land('USS'), security: land('UULM'),
  headquarters: land('UH'), signal: land('UUS'), guerrilla: land('UCI'), garrison: land('UCI'),
}
const SIZES = { team: 'A', squad: 'B', section: 'C', platoon: 'D', company: 'E', battery: 'E', squadron: 'E', battalion: 'F', regiment: 'G', group: 'G', brigade: 'H', division: 'I', corps: 'J', army: 'K' }
const FRAME = 'M25,50 l150,0 0,100 -150,0 z'
const options = { size: 100, fill: false, outlineWidth: 0, monoColor: 'currentColor', strokeWidth: 6 }
const clean = (svg) => svg.replace(/^<svg[^>]*>|<\/svg>$/g, '').replace(/ (fill-opacity="1"|transform="translate\(0,0\)")/g, '').replace(/ ?><\/(path|circle|ellipse|rect)>/g, '/>').replace(/ >/g, '>')

const types = {}
for (const [name, sidc] of Object.entries(TYPES)) {
  const symbol = new ms.Symbol(`${sidc}-----`, options)
  if (!symbol.isValid()) throw new Error(`milsymbol does not know ${name} (${sidc})`)
  // the frame is drawn by the counter itself, so that its line stays even
  types[name] = clean(symbol.asSVG()).replace(new RegExp(`<path d="${FRAME}"[^>]*/>`), '').replaceAll('stroke-width="3"', 'stroke-width="7"')
}
// Marks that the standard set lacks, laid over or in place of a standard symbol.
const OVER = '<path d="M125,80 C150,80 150,120 125,120 L75,120 C50,120 50,80 75,80 Z" stroke-width="5" stroke="currentColor" fill="none"/>'
types.mech_para = OVER + types.airborne
types.armored_infantry = types.mech
types.armored_marine = OVER + types.marine
types.coastal_artillery = types.artillery + '<path d="M55,142 q11,-14 22,0 t22,0 t22,0 t22,0" stroke-width="5" stroke="currentColor" fill="none"/>'
types.bridge = '<path d="M45,80 L62,97 L138,97 L155,80 M45,120 L62,103 L138,103 L155,120" stroke-width="7" stroke="currentColor" fill="none"/>'
types.guerrilla = '<text x="100" y="122" text-anchor="middle" font-size="62" font-weight="700" fill="currentColor">G</text>'
types.garrison = types.infantry + '<path d="M25,132 H175" stroke-width="5" stroke="currentColor"/>'
types.nuclear = '<circle cx="100" cy="100" r="11" fill="currentColor"/><path d="M100,100 m-16,-28 a32,32 0 0 1 32,0 l-9,15 a14,14 0 0 0 -14,0 z M132,100 a32,32 0 0 1 -16,28 l-9,-15 a14,14 0 0 0 7,-13 z M84,128 a32,32 0 0 1 -16,-28 l18,0 a14,14 0 0 0 7,13 z" fill="currentColor"/>'
types.naval_gunfire = '<path d="M40,110 H160 L148,132 H54 Z M92,108 V88 H112 V108 M112,95 L150,80" stroke-width="6" stroke="currentColor" fill="currentColor" fill-opacity=".15"/>'
types.sealift = '<path d="M100,66 V134 M78,84 H122 M68,112 C70,130 88,136 100,136 C112,136 130,130 132,112" stroke-width="7" stroke="currentColor" fill="none"/><circle cx="100" cy="62" r="6" stroke-width="5" stroke="currentColor" fill="none"/>'
types.airborne_move = '<path d="M60,98 a40,34 0 0 1 80,0 z M60,98 L100,138 L140,98 M86,98 L100,138 L114,98" stroke-width="5" stroke="currentColor" fill="none"/>'
types.air_supply = types.airborne_move + '<rect x="90" y="126" width="20" height="16" fill="currentColor"/>'
types.command = '<path d="M62,140 V62 H132 L118,78 L132,94 H62" stroke-width="7" stroke="currentColor" fill="currentColor" fill-opacity=".2"/>'
types.unknown = '<text x="100" y="126" text-anchor="middle" font-size="76" font-weight="700" fill="currentColor">?</text>'

const sizes = {}
for (const [name, letter] of Object.entries(SIZES)) {
  const svg = clean(new ms.Symbol(`SFGPUCI----${letter}---`, options).asSVG())
  sizes[name] = svg.slice(svg.lastIndexOf('<g'))
}
const aliases = {
  tank: 'armor', arm: 'armor', armour: 'armor', inf: 'infantry', parachute_infantry: 'airborne', para: 'airborne', mech_infantry: 'mech', mechanized: 'mech', marine_infantry: 'marine',
  anti_tank: 'antitank', anti_aircraft: 'antiaircraft', aaa: 'antiaircraft', recce: 'armored_cavalry', cavalry: 'armored_cavalry', hq: 'headquarters', support: 'supply',
}
const out = { made_by: 'web/scripts/symbols.mjs with milsymbol (MIT)', box: [25, 50, 150, 100], frame: FRAME, types, sizes, aliases }
writeFileSync(new URL('../../src/sandtable/render/symbols.json', import.meta.url), JSON.stringify(out, null, 1) + '\n')
console.log(`${Object.keys(types).length} symbols, ${Object.keys(sizes).length} size marks`)
