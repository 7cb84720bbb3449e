export { DiscountsPage as default } from "../features/discounts/discounts-page.tsx";
