package dev.assent.transport.iiop.value;

/** How the values of a class are told apart, which says what hashCode and equals look at. */
enum Equality {
    /** By all their parts, as records and collections are; arrays by classes that have some. */
    PARTS,
    /** As the class of an application says: it may look at any part, and may leave out those that lead back. */
    OF_ITS_OWN,
    /** By identity: nothing inside is looked at. */
    IDENTITY;

    /** That of a class of an application that is no record. */
    static Equality of(Class<?> type) {
        try {
            boolean isObject = type.getMethod("hashCode").getDeclaringClass() == Object.class
                    && type.getMethod("equals", Object.class).getDeclaringClass() == Object.class;
            return isObject ? IDENTITY : OF_ITS_OWN;
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException(impossible); // every class has them
        }
    }
}
