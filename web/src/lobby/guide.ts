/** What a newcomer should know before choosing a title. Length and difficulty come from the title itself. */
import { tr } from '../words'

export interface Guide {
  /** Titles that are one game in several editions share a card; the first is the one to take. */
  family: string
  edition?: string
  why?: string
  /** The edition to take. */
  first?: boolean
  pitch: string
  special: string
}

export const guideTo = (title: string): Guide | undefined => guides()[title]

const guides = (): Record<string, Guide> => {
  const suez = {
    family: 'Across Suez',
    pitch: tr('October 1973: Israel must open a road, bring up a bridge and cross the canal. Egypt must stop it.'),
    special: tr('One battle, no secrets.'),
  }
  return {
    'across-suez-2021': {
      ...suez,
      edition: tr('2021 edition'),
      why: tr('Recommended: the clearer rules, and optional ones to add later.'),
      first: true,
    },
    'across-suez-1980': { ...suez, edition: tr('1980 edition'), why: tr('The first rulebook, shorter, with gentler nights.') },
    'suez-56': {
      family: 'suez-56',
      pitch: tr('Paratroops and marines land at Port Said.'),
      special: tr('A free set-up, air strikes and naval guns, a secret last turn'),
    },
    'el-arish-67': {
      family: 'el-arish-67',
      pitch: tr('Tanks break the line of northern Sinai.'),
      special: tr('Attacks that must be made, barrages, mine fields'),
    },
    sinai: { family: 'sinai', pitch: tr('Three wars and one that was feared.'), special: tr('Stacks, supply, air power, many scenarios') },
    musketeer: {
      family: 'musketeer',
      pitch: tr('Suez 1956, with two blocs behind it.'),
      special: tr('Chits, hidden plans, escalation; secrets on both sides'),
    },
  }
}
