export { DecisionsPage as default } from "../features/decisions/decisions-page.tsx";
