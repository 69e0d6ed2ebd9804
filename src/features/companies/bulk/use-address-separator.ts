/** The separator between mail addresses that this device's mail program needs. */
import { useStoredItem } from '@/device/use-local-storage';
import type { AddressSeparator } from '@/study/people/reminder-mail';

/** Returns the separator for links and copies, and a function that changes it; the choice is stored on the device. */
export function useAddressSeparator(): [AddressSeparator, (separator: AddressSeparator) => void] {
  const [stored, setSeparator] = useStoredItem('manabiba-address-separator');
  return [stored === ';' ? ';' : ',', setSeparator];
}
