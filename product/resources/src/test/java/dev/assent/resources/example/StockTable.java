package dev.assent.resources.example;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The stock, in a table. The guide docs/guide/services.md names it. */
public record StockTable(DataSource database) implements Stock {
    @Override
    public void take(String article, int pieces) throws SQLException, OutOfStockException {
        String sql = "UPDATE stock SET pieces = pieces - ? WHERE article = ? AND pieces >= ?";
        try (Connection connection = database.getConnection();
                PreparedStatement update = connection.prepareStatement(sql)) {
            update.setInt(1, pieces);
            update.setString(2, article);
            update.setInt(3, pieces);
            if (update.executeUpdate() == 0) {
                throw new OutOfStockException(article);
            }
        }
    }

    @Override
    public int pieces(String article) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement query = connection.prepareStatement("SELECT pieces FROM stock WHERE article = ?")) {
            query.setString(1, article);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? rows.getInt(1) : 0;
            }
        }
    }

    @Override
    public Count count() {
        return new Counted();
    }

    /** One count. */
    private static final class Counted implements Count {
        private int all;

        @Override
        public synchronized int add(int pieces) {
            all += pieces;
            return all;
        }

        @Override
        public void close() {}
    }
}
