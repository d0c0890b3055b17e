import type { KeptText } from '../protocol/frame-messages.ts';
import type { EnteredText } from './entered-texts.ts';

/** A page of the app as it was opened. */
export interface Address {
  pageId: string;
  urlQuery: string;
  title: string;
}

interface Kept extends EnteredText {
  at: Address;
}

const MAX_KEPT = 100;
const MAX_CHARACTERS = 5000;

export function isSameAddress(one: Address, other: Address): boolean {
  return one.pageId === other.pageId && one.urlQuery === other.urlQuery;
}

/** Texts that the person typed and the session does not have, until they are put back or discarded. */
export class KeptTexts {
  #kept: Kept[] = [];

  add(texts: readonly EnteredText[], at: Address): void {
    this.#kept = [...this.#kept, ...texts.map((text) => ({ ...text, at }))].slice(-MAX_KEPT);
  }

  /** Texts of a page, which are then no longer kept here. */
  take(address: Address): EnteredText[] {
    const taken = this.#kept.filter(({ at }) => isSameAddress(at, address));
    this.#kept = this.#kept.filter(({ at }) => !isSameAddress(at, address));
    return taken;
  }

  drop(isOver: (text: EnteredText, at: Address) => boolean): void {
    this.#kept = this.#kept.filter((kept) => !isOver(kept, kept.at));
  }

  /** The page of the last one that is not of this page. */
  elsewhere(address: Address): Address | undefined {
    return this.#kept.findLast(({ at }) => !isSameAddress(at, address))?.at;
  }

  /** For the page around the frame; `isHere` says whether the field of a text of this page is still there. */
  shown(address: Address, isHere: (text: EnteredText) => boolean): KeptText[] {
    return this.#kept.map((kept) => ({
      page: kept.at.title.slice(0, 300),
      label: kept.label.slice(0, 300),
      text: kept.isSecret ? '••••••' : String(kept.value ?? '').slice(0, MAX_CHARACTERS),
      place: !isSameAddress(kept.at, address) ? 'elsewhere' : isHere(kept) ? 'here' : 'gone',
    }));
  }
}
