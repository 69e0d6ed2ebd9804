/** The sections about this device in one's own profile: older packs, stored courses, how to install. */
import { InstallHelp } from '@/features/install/InstallHelp';
import { EarlierPacks } from '@/features/packs/EarlierPacks';
import { StoredCourses } from '@/features/packs/StoredCourses';

export function DeviceSettings() {
  return (
    <>
      <EarlierPacks />
      <StoredCourses />
      <InstallHelp />
    </>
  );
}
