export { SettingsPage as default } from "../features/settings/settings-page.tsx";
