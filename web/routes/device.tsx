export { DevicePage as default } from "../features/settings/device-page.tsx";
