"""The family of shoe games: hands that grow, split and double against a dealer who draws by rule."""
