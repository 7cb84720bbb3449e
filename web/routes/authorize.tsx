export { AuthorizePage as default } from "../features/settings/authorize-page.tsx";
