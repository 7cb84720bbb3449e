export { ConfirmPage as default } from "../features/confirm/confirm-page.tsx";
